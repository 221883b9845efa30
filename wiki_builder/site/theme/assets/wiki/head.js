/* Before the first paint, in the head of each page, where Material has scripts of its own in every file: where the
   site keeps what it keeps in the browser, the reader's language and, once there is a body, the reader's colours.
   Its tag says what is the site's: its language, and the places of the pages that scripts lead to.
   Material's own scripts read what has two underscores. */
(function (page, tag) {
  var given = tag.dataset, known = { en: "en", zh: "zh-Hans", both: "" }, wanted = new URLSearchParams(location.search).get("lang"), kept

  self.__md_scope = given.scope ? new URL(given.scope, location) : new URL("../..", tag.src)
  self.__md_hash = function (text) {
    return Array.from(text).reduce(function (sum, sign) { return (sum << 5) - sum + sign.charCodeAt(0) }, 0)
  }
  self.__md_get = function (key, storage, scope) {
    try {
      return JSON.parse((storage || localStorage).getItem((scope || __md_scope).pathname + "." + key))
    } catch (e) { return null } // a browser that keeps nothing, or what is no JSON
  }
  self.__md_set = function (key, value, storage, scope) {
    try {
      (storage || localStorage).setItem((scope || __md_scope).pathname + "." + key, JSON.stringify(value))
    } catch (e) {}
  }

  try {
    if (wanted in known) localStorage.setItem("wiki-language", wanted)
    kept = localStorage.getItem("wiki-language")
  } catch (e) {}
  var lang = [wanted, kept, given.own].find(function (one) { return one in known }) || "both"
  page.dataset.lang = lang
  page.dataset.own = given.own == "zh" ? known.zh : "en"
  page.lang = known[lang] || page.dataset.own
  page.wikiPlaces = JSON.parse(given.places || "{}")

  /* Material's script takes each link[rel=alternate] for a translation and asks for its sitemap.xml;
     readers of feeds see the page as it was sent. */
  document.querySelectorAll("link[type='application/atom+xml']").forEach(function (link) { link.rel = "alternate feed" })

  self.wikiColours = function () {
    var chosen = (__md_get("__palette") || {}).color || {}
    if (chosen.media === "(prefers-color-scheme)") {
      var own = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"
      var input = document.querySelector("[data-md-color-media$=' " + own + ")']")
      for (var key of ["media", "scheme", "primary", "accent"]) chosen[key] = input.getAttribute("data-md-color-" + key)
    }
    for (var name in chosen) document.body.setAttribute("data-md-color-" + name, chosen[name])
  }
})(document.documentElement, document.currentScript)
