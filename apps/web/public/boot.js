// Runs before the first paint and before any module: language and theme, so that nothing flashes, the texts of
// that language fetched beside the entry, and Zod without its compiled parsers, which the content security policy forbids.
"use strict";
(function () {
  globalThis.__zod_globalConfig = { jitless: true };
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
  var page = document.documentElement;
  var locale = stored("studio.locale");
  if (locale !== "zh-CN" && locale !== "en") {
    locale = /^zh\b/i.test(navigator.language) ? "zh-CN" : "en";
  }
  var theme = stored("studio.theme");
  if (theme !== "dark" && theme !== "light") {
    theme = matchMedia("(prefers-color-scheme: light)").matches
      ? "light"
      : "dark";
  }
  page.lang = locale;
  page.dataset.theme = theme;
  var hints = document.currentScript.dataset;
  var texts = locale === "en" ? hints.en : hints.zh;
  if (texts) {
    var link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = texts;
    document.head.append(link);
  }
})();
