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
    if (known[lang]) keep("sessionStorage", page.dataset.ui = lang, UI)
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

  page.dataset.ui = [kept("sessionStorage", UI), kept("localStorage", UI), given.own, /^zh/i.test(navigator.language) ? "zh" : "en"].find(function (lang) { return isOne(lang) && known[lang] })
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
  var told = document.querySelectorAll("link[type='application/atom+xml']")
  told.forEach(function (link) { link.rel = "alternate feed" })
  given.feeds.forEach(function (feed) {
    var link = document.createElement("link"), href = new URL(feed.url, root).href
    if (Array.prototype.some.call(told, function (one) { return one.href === href })) return
    document.head.append(Object.assign(link, { rel: "alternate feed", type: "application/atom+xml", hreflang: feed.lang, title: feed.title, href: href }))
  })

  /* Where a page has a diagram, Material's script asks another host for Mermaid. It finds one here, which leaves the
     diagram as it was written; a site that brings its own (extra_javascript) puts that in this place. */
  self.mermaid = { initialize: function () {}, render: function () { return new Promise(function () {}) } }

  /* What scripts alone make use of: each part stands where its script of one line does. */
  var parts = given.frame.split("<hr>")
  self.wikiFrame = function () {
    var script = document.currentScript
    script.insertAdjacentHTML("beforebegin", parts.shift() || "")
    var put = script.previousElementSibling
    if (put.id === "__config") return finished(only(put))
    if (document.querySelector("[data-md-component=palette]")) colours()
    if (document.querySelector(".wiki-search-open"))
      document.head.appendChild(document.createElement("script")).src = new URL("search.js", tag.src)
  }

  /* Where the site uses Material's own search its parts stand already, and ours go. */
  function only(config) {
    var known = document.getElementById("__config")
    if (known === config) return config
    for (var one of [config.previousElementSibling.previousElementSibling, config.previousElementSibling, config]) one.remove()
    return known
  }

  /* Before Material's script: what it is told, its names for parts of the page, and the line about it. */
  function finished(config) {
    var end = document.getElementById("wiki-end"), made = document.querySelector(".wiki-made")
    var parts = { ".md-header": "header", ".md-container": "container", ".md-main": "main", ".md-content": "content",
      ".md-sidebar:not([data-md-type])": "sidebar", ".md-sidebar .md-nav--secondary > ul": "toc" }
    for (var part in parts) document.querySelectorAll(part).forEach(function (found) { found.dataset.mdComponent = parts[part] })
    document.querySelectorAll("[data-md-component=sidebar]:not([data-md-type])").forEach(function (found) { found.dataset.mdType = "toc" })
    config.textContent = JSON.stringify(Object.assign(JSON.parse(config.textContent), { base: root.href }))
    document.querySelectorAll("[data-md-component=toc] a").forEach(function (link) { link.classList.add("md-nav__link") })
    if (end && made) end.append(made)
  }

  /* On the front page, right behind its lines: whether the wiki was left behind. Runs end well on days without papers
     too, so that the last one is old only if runs failed, or stopped. arXiv announces from Monday to Friday, by New
     York's calendar; two announcements may be missing: one of today that is still to come, and one that failed. What was
     due when the wiki stopped is said no longer. A wiki that is finished has one line, which stays. */
  self.wikiRun = function () {
    var run = document.currentScript.previousElementSibling, count = 0, day = Date.parse(run.dataset.day)
    var now = Date.parse(new Intl.DateTimeFormat("sv-SE", { timeZone: "America/New_York" }).format(Date.now()))
    while ((day += 86400e3) <= now && count < 3) count += new Date(day).getUTCDay() % 6 > 0
    if (count < 3) return
    page.classList.add("wiki-left-behind")
    var finished = !run.querySelector(".wiki-stale")
    if (!finished) for (var line of run.children) line.hidden = !line.classList.contains("wiki-stale")
    run.classList.toggle("wiki-is-stale", !finished)
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
