// The search of the site. Its index, search-index.js, is made by `./jets site`: one entry for each
// section of a page, as [address, title of the page, title of the section, text].
(function () {
  "use strict";

  const MAX_RESULTS = 30;
  const CONTEXT = 90;

  const column = document.getElementById("leftColumn");
  const body = document.getElementById("bodyColumn");
  const index = window.jetsSearchIndex || [];
  if (!column || !body) {
    return;
  }

  const form = document.createElement("form");
  form.id = "search";
  form.setAttribute("role", "search");
  const input = document.createElement("input");
  input.type = "search";
  input.placeholder = "Search these pages";
  input.setAttribute("aria-label", "Search these pages");
  form.appendChild(input);

  // On a phone the menu is closed until its button is pressed.
  const button = document.createElement("button");
  button.id = "menu-button";
  button.type = "button";
  button.textContent = "Menu";
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", function () {
    const closed = column.classList.toggle("closed");
    button.setAttribute("aria-expanded", String(!closed));
  });
  column.classList.add("closed");
  column.prepend(form, button);

  const results = document.createElement("section");
  results.id = "search-results";
  results.setAttribute("aria-live", "polite");
  results.hidden = true;
  body.prepend(results);

  function words(text) {
    return text.toLowerCase().split(/\s+/).filter(Boolean);
  }

  // Matches a word, or the beginning of one.
  function pattern(word) {
    return new RegExp("(?<![\\p{L}\\p{N}])" + word.replace(/[.*+?^${}()|[\]\\\/]/g, "\\$&"), "giu");
  }

  function count(text, word) {
    return (text.match(pattern(word)) || []).length;
  }

  // Points of an entry: titles count more than text, the changelog less; every word has to occur.
  function points(entry, wanted) {
    let sum = 0;
    for (const word of wanted) {
      const found =
        20 * Math.min(1, count(entry[2], word)) +
        10 * Math.min(1, count(entry[1], word)) +
        Math.min(5, count(entry[3], word));
      if (found === 0) {
        return 0;
      }
      sum += found;
    }
    return entry[0].startsWith("changelog") ? sum / 10 : sum;
  }

  // The text around the first occurrence of a word, cut between words.
  function excerpt(entry, word) {
    const text = entry[3];
    const found = pattern(word).exec(text);
    const at = found ? found.index : 0;
    const end = at + (found ? found[0].length : 0);
    const from = at <= CONTEXT ? 0 : text.indexOf(" ", at - CONTEXT) + 1;
    const cut = text.lastIndexOf(" ", end + CONTEXT);
    const to = text.length <= end + CONTEXT || cut < end ? text.length : cut;
    const paragraph = document.createElement("p");
    const mark = document.createElement("mark");
    mark.textContent = text.slice(at, end);
    paragraph.append(
      (from > 0 ? "… " : "") + text.slice(from, at),
      mark,
      text.slice(end, to) + (to < text.length ? " …" : "")
    );
    return paragraph;
  }

  function show() {
    const wanted = words(input.value);
    results.hidden = wanted.length === 0;
    for (const other of body.children) {
      if (other !== results) {
        other.hidden = wanted.length > 0;
      }
    }
    results.replaceChildren();
    if (wanted.length === 0) {
      return;
    }
    const found = index
      .map(function (entry) {
        return [points(entry, wanted), entry];
      })
      .filter(function (scored) {
        return scored[0] > 0;
      })
      .sort(function (a, b) {
        return b[0] - a[0];
      });
    const title = document.createElement("h2");
    title.textContent = found.length === 1 ? "1 section" : found.length + " sections";
    const list = document.createElement("ul");
    for (const [, entry] of found.slice(0, MAX_RESULTS)) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = entry[0];
      link.textContent = entry[1] === entry[2] ? entry[1] : entry[1] + " – " + entry[2];
      link.addEventListener("click", function () {
        input.value = "";
        show();
      });
      item.append(link, excerpt(entry, wanted[0]));
      list.append(item);
    }
    const more = document.createElement("p");
    more.textContent = "The Javadoc has a search of its own for classes and methods.";
    results.append(title, list, more);
  }

  input.addEventListener("input", show);
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    const first = results.querySelector("a");
    if (first) {
      first.click();
    }
  });
  const asked = new URLSearchParams(window.location.search).get("q");
  if (asked) {
    input.value = asked;
    show();
  }
})();
