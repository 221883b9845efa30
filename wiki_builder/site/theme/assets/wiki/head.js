/* Before the first paint, in the head of each page, where Material has scripts of its own in every file: where the
   site keeps what it keeps in the browser, the reader's language and, once there is a body, the reader's colours.
   What is the site's stands before it, as wikiSite (wiki_builder/site/plugin.py): its language, the places of the pages
   that scripts lead to, and what each page has for scripts alone.
   Material's own scripts read what has two underscores.

   The language: what a reader chose with the switch is remembered (localStorage), and is that of each later visit.
   An address can name another (?lang=zh): the page opens in it, so that a shared link shows what was meant, and so do
   the pages that the visitor goes on to in this window (sessionStorage); nothing of it is remembered. Whoever then uses
   the switch has chosen: pages to which they go back, or which they load again, are in that language whatever their
   address says, which is rewritten. Without any of this it is the wiki's own language.

   Who reads both has the words of the interface in one: that of the two which they saw last (data-ui), else the wiki's,
   else the browser's. */
(function (page, tag) {
  var given = self.wikiSite, root = new URL("../..", tag.src), known = { en: "en", zh: "zh-Hans", both: "" }, KEY = "wiki-language", AT = KEY + "-at", UI = "wiki-ui", CHOSEN = "chosen", last, at

  self.__md_scope = given.scope ? new URL(given.scope, location) : root
  self.__md_hash = function (text) {
    return Array.from(text).reduce(function (sum, sign) { return (sum << 5) - sum + sign.charCodeAt(0) }, 0)
  }
  /* Colours that are none would stop all of Material's script. */
  function isSound(key, value) { return key !== "__palette" || Number.isInteger((value || {}).index) }

  self.__md_get = function (key, storage, scope) {
    try {
      var value = JSON.parse((storage || localStorage).getItem((scope || __md_scope).pathname + "." + key))
      return isSound(key, value) ? value : null
    } catch (e) { return null } // a browser that keeps nothing, or what is no JSON
  }
  self.__md_set = function (key, value, storage, scope) {
    try {
      (storage || localStorage).setItem((scope || __md_scope).pathname + "." + key, JSON.stringify(value))
    } catch (e) {}
  }

  /* A browser that forbids to keep anything throws where its storage is named. */
  function kept(storage, key) {
    try { return self[storage].getItem(key || KEY) } catch (e) { return null }
  }
  function keep(storage, value, key) {
    try {
      self[storage].setItem(key || KEY, value)
      return true
    } catch (e) { return false }
  }

  function isOne(lang) { return known.hasOwnProperty(lang) }

  function show(lang) {
    last = page.dataset.lang = lang
    if (known[lang]) page.dataset.ui = lang
    page.lang = known[page.dataset.ui]
    wikiAddress()
  }

  /* As the page is opened; `again` as one comes back to it. To a page that was kept alive Firefox shows the visit's
     store as it was when the page was left: that the reader has chosen since is seen by when that was. */
  function open(again) {
    var wanted = new URLSearchParams(location.search).get("lang"), visit = kept("sessionStorage"), now = kept("localStorage", AT)
    if (again && at !== undefined && at !== now) keep("sessionStorage", visit = CHOSEN)
    at = now
    if (again && visit === CHOSEN) wanted = null
    else if (isOne(wanted)) keep("sessionStorage", wanted)
    return [wanted, visit, kept("localStorage"), given.own].find(isOne) || "both"
  }

  /* An address that names a language names the one that is shown, so that it is the same after a reload. */
  self.wikiAddress = function () {
    var now = location.href.replace(/([?&]lang=)[^&#]*/, "$1" + page.dataset.lang)
    try {
      if (now !== location.href) history.replaceState(history.state, "", now)
    } catch (e) {} // a file of this computer
  }

  /* What the switch does: where there is no room to remember, the choice is the visit's. */
  self.wikiChoose = function (lang) {
    keep("sessionStorage", keep("localStorage", lang) && keep("localStorage", Date.now(), AT) ? CHOSEN : lang)
    at = kept("localStorage", AT)
    show(lang)
    keep("localStorage", page.dataset.ui, UI)
  }

  page.dataset.ui = [kept("localStorage", UI), given.own, /^zh/i.test(navigator.language) ? "zh" : "en"].find(function (lang) { return isOne(lang) && known[lang] })
  show(open(/reload|back/.test((performance.getEntriesByType("navigation")[0] || {}).type)))
  addEventListener("pageshow", function (event) { // as it was left, which may be before the switch was used
    var lang = event.persisted ? open(true) : last
    if (lang !== last) show(lang)
  })
  page.wikiPlaces = given.places
  page.wikiMarks = given.marks

  /* The page that led here. Firefox does not tell it to a page that a service worker brought, and has it in the history. */
  function before() {
    var history = self.navigation, at = history && history.currentEntry, one = at && history.entries()[at.index - 1]
    return one && one.url || ""
  }
  page.wikiFrom = document.referrer || before()

  /* Material's script takes each link[rel=alternate] for a translation and asks for its sitemap.xml;
     readers of feeds see the page as it was sent. */
  document.querySelectorAll("link[type='application/atom+xml']").forEach(function (link) { link.rel = "alternate feed" })

  /* Where a page has a diagram, Material's script asks another host for Mermaid. It finds one here, which leaves the
     diagram as it was written; a site that brings its own (extra_javascript) puts that in this place. */
  self.mermaid = { initialize: function () {}, render: function () { return new Promise(function () {}) } }

  /* What scripts alone make use of: each part stands where its script of one line does. */
  var parts = given.frame.split("<hr>")
  self.wikiFrame = function () {
    var script = document.currentScript
    script.insertAdjacentHTML("beforebegin", parts.shift() || "")
    var put = script.previousElementSibling
    if (put.matches("form")) colours()
    else if (put.id === "__config") put.textContent = JSON.stringify(Object.assign(JSON.parse(put.textContent), { base: root.href }))
    else if (put.className === "wiki-language" && document.querySelector(".wiki-search-open"))
      document.head.appendChild(document.createElement("script")).src = new URL("search.js", tag.src)
  }

  /* A page of quotes is in the system's colours, light or dark as the reader chose. */
  if (page.className === "wiki-quotes") {
    var own = (__md_get("__palette") || {}).color || {}
    if (own.scheme && own.media !== "(prefers-color-scheme)") page.style.colorScheme = own.scheme === "slate" ? "dark" : "light"
  }

  function colours() {
    var chosen = (__md_get("__palette") || {}).color || {}
    if (chosen.media === "(prefers-color-scheme)") {
      var own = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"
      var input = document.querySelector("[data-md-color-media$=' " + own + ")']")
      for (var key of input ? ["media", "scheme", "primary", "accent"] : []) chosen[key] = input.getAttribute("data-md-color-" + key)
    }
    for (var name of ["media", "scheme", "primary", "accent"]) {
      if (typeof chosen[name] == "string") document.body.setAttribute("data-md-color-" + name, chosen[name])
    }
  }
})(document.documentElement, document.currentScript)
