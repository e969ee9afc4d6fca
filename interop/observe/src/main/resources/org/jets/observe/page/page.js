"use strict";

// Every text of the server becomes the text of an element, never a part of the page's markup.

const ROWS = 50;
const RETRY_MILLIS = 3000;

const view = { order: "bytes", desc: 1, from: 0, search: "" };
let last = null;
let stream = null;
let chosen = null;

const byId = (id) => document.getElementById(id);

const count = (n) => n.toLocaleString("en");

function bytes(n) {
  if (n < 0) {
    return "?";
  }
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  let value = n;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return (unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)) + " " + units[unit];
}

function time(millis) {
  if (millis < 1000) {
    return millis + " ms";
  }
  const seconds = millis / 1000;
  if (seconds < 120) {
    return seconds.toFixed(seconds < 10 ? 1 : 0) + " s";
  }
  const minutes = seconds / 60;
  return minutes < 120 ? Math.round(minutes) + " min" : (minutes / 60).toFixed(1) + " h";
}

// A time of a call, in nanoseconds.
function brief(nanos) {
  const millis = nanos / 1e6;
  if (millis < 0.001) {
    return nanos + " ns";
  }
  return millis < 1 ? Number((millis * 1000).toPrecision(2)) + " \u00b5s" : time(Number(millis.toPrecision(2)));
}

const clock = (millis) => new Date(millis).toLocaleTimeString("en-GB");

const each = (t) => (t.size > 0 && t.bytes >= 0 ? bytes(Math.round(t.bytes / t.size)) : "");

// Leaves out what all identifiers of this node have in common: its name and its creation.
function short(text) {
  const own = last.node;
  const named = (node) => node === own || node === "'" + own + "'";
  const ref = /^#Ref<(.+?),\d+,(\d+(?:,\d+)*)>$/.exec(text);
  if (ref && named(ref[1])) {
    return "#Ref<" + ref[2].replaceAll(",", ".") + ">";
  }
  const pid = /^#Pid<(.+),(\d+),(\d+),\d+>$/.exec(text);
  if (pid) {
    return "<" + pid[2] + "." + pid[3] + ">" + (named(pid[1]) ? "" : " of " + pid[1]);
  }
  return text;
}

const COLUMNS = [
  { order: "name", label: "Name", text: (t) => t.name, kind: "term", opens: true },
  { order: "id", label: "Identifier", text: (t) => short(t.id), whole: (t) => t.id, kind: "term" },
  { order: "type", label: "Type", text: (t) => t.type, kind: "word" },
  { order: "size", label: "Objects", text: (t) => count(t.size), kind: "number" },
  { order: "bytes", label: "Bytes", text: (t) => bytes(t.bytes), kind: "number" },
  { label: "Each", text: each, kind: "number" },
  { order: "calls", label: "Calls/s", text: (t) => (t.calls < 0 ? "" : count(t.calls)), kind: "number" },
  { order: "p99", label: "99 %", text: (t) => (t.p99 < 0 ? "" : brief(t.p99)), kind: "number" },
  { order: "owner", label: "Owner", text: (t) => short(t.owner), whole: (t) => t.owner, kind: "term" },
  { label: "Heir", text: (t) => (t.heir === "none" ? "" : short(t.heir)), whole: (t) => t.heir, kind: "term" },
  { order: "protection", label: "Protection", text: (t) => t.protection, kind: "word" },
  { order: "store", label: "Store", text: (t) => t.store, kind: "word" },
  { order: "fixed", label: "Fixed", text: (t) => (t.fixed < 0 ? "" : time(t.fixed)), kind: "number" },
];

function fixers(t) {
  const names = t.fixedBy.map((fixer) => {
    const at = fixer.lastIndexOf(" x");
    return short(fixer.slice(0, at)) + fixer.slice(at);
  });
  return names.join(", ") + (t.fixers > names.length ? ", ..." : "");
}

const FIXED = [
  { label: "Name", text: (t) => t.name, kind: "term" },
  { label: "Fixed for", text: (t) => time(t.fixed), kind: "number" },
  { label: "Fixed by", text: fixers, whole: (t) => t.fixedBy.join(", "), kind: "term" },
  { label: "Objects", text: (t) => count(t.size), kind: "number" },
];

const SLOW = [
  { label: "Operation", text: (c) => c.operation, kind: "term" },
  { label: "Took", text: (c) => time(Math.round(c.micros / 100) / 10), kind: "number" },
  { label: "Ended", text: (c) => clock(c.end) },
  { label: "Table", text: (c) => short(c.table), whole: (c) => c.table, kind: "term" },
  { label: "Caller", text: (c) => short(c.caller), whole: (c) => c.caller, kind: "term" },
  { label: "Reason", text: (c) => c.reason },
  { label: "Advice", text: (c) => c.advice },
];

const PEERS = [
  { label: "Node", text: (p) => p.name, kind: "term" },
  { label: "Calls", text: (p) => count(p.calls), kind: "number" },
  { label: "Call bytes", text: (p) => bytes(p.callBytes), kind: "number" },
  { label: "Queued bytes", text: (p) => bytes(p.heldBytes), kind: "number" },
  { label: "Owner bytes", text: (p) => bytes(p.ownerBytes), kind: "number" },
  { label: "Output bytes", text: (p) => bytes(p.outputBytes), kind: "number" },
  { label: "Reads", text: (p) => (p.behind ? "too slowly" : "in time") },
];

function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

// Fits the number of children of an element, and changes only those that differ.
function fit(parent, number, make) {
  while (parent.children.length > number) {
    parent.lastElementChild.remove();
  }
  while (parent.children.length < number) {
    parent.append(make(parent.children.length));
  }
}

function cell(column, index) {
  const td = document.createElement("td");
  td.dataset.label = column.label;
  if (column.kind) {
    td.classList.add(column.kind);
  }
  if (index === 0) {
    td.classList.add("first");
  }
  if (column.opens) {
    const button = document.createElement("button");
    button.type = "button";
    button.addEventListener("click", () => open(Number(td.parentElement.dataset.index)));
    td.append(button);
  }
  return td;
}

function rows(id, columns, elements) {
  const table = byId(id);
  const head = table.tHead.rows[0];
  fit(head, columns.length, (i) => heading(columns[i]));
  const body = table.tBodies[0];
  fit(body, elements.length, () => {
    const row = document.createElement("tr");
    row.append(...columns.map(cell));
    return row;
  });
  elements.forEach((element, i) => {
    const row = body.rows[i];
    row.dataset.index = i;
    columns.forEach((column, j) => {
      const td = row.cells[j];
      const text = column.text(element);
      td.classList.toggle("empty", text === "");
      setText(column.opens ? td.firstElementChild : td, text);
      if (column.whole) {
        td.title = column.whole(element);
      }
    });
  });
  table.hidden = elements.length === 0;
  const none = byId(id + "-none");
  if (none) {
    none.hidden = elements.length > 0;
  }
}

function heading(column) {
  const th = document.createElement("th");
  th.scope = "col";
  if (column.kind === "number") {
    th.classList.add("number");
  }
  if (column.order) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = column.label;
    button.addEventListener("click", () => {
      const desc = view.order === column.order ? 1 - view.desc : column.kind === "number" ? 1 : 0;
      change({ order: column.order, desc, from: 0 });
    });
    th.dataset.order = column.order;
    th.append(button);
  } else {
    th.textContent = column.label;
  }
  return th;
}

function facts(id, pairs) {
  const list = byId(id);
  fit(list, pairs.length, () => {
    const div = document.createElement("div");
    div.append(document.createElement("dt"), document.createElement("dd"));
    return div;
  });
  pairs.forEach(([name, value, isBad], i) => {
    const [dt, dd] = list.children[i].children;
    setText(dt, name);
    setText(dd, value);
    dd.classList.toggle("bad", Boolean(isBad));
  });
}

const ofMost = (label, most, format) => label + (most < 0 ? "" : ", at most " + format(most));

function show(state) {
  last = state;
  setText(byId("node"), state.node);
  document.title = state.node + " - jets";
  const t = state.totals;
  const s = state.status;
  facts("totals", [
    [ofMost("tables", s ? s.maxTables : -1, count), count(t.tables)],
    [ofMost("objects", s ? s.maxObjects : -1, count), count(t.objects)],
    [ofMost("bytes of tables", s ? s.maxBytes : -1, bytes), bytes(t.bytes)],
    [ofMost("heap", t.heapMax, bytes), bytes(t.heapUsed), s && s.heapHigh],
    ["calls in a second", count(t.calls)],
    ["atoms", count(t.atoms)],
    ["slow calls", count(t.slowCalls)],
    ["health", t.health, t.health !== "up"],
  ]);
  rows("tables", COLUMNS, state.tables);
  for (const th of byId("tables").tHead.rows[0].cells) {
    const isSorted = th.dataset.order === view.order;
    if (isSorted) {
      th.setAttribute("aria-sort", view.desc ? "descending" : "ascending");
    } else {
      th.removeAttribute("aria-sort");
    }
  }
  const end = state.from + state.tables.length;
  setText(
    byId("range"),
    state.matching === 0 ? "0" : count(state.from + 1) + " to " + count(end) + " of " + count(state.matching));
  byId("before").disabled = state.from === 0;
  byId("after").disabled = end >= state.matching;
  rows("fixed", FIXED, state.fixed);
  rows("slow", SLOW, state.slow);
  byId("node-section").hidden = !s;
  if (s) {
    facts("facts", [
      ["port", String(s.port)],
      ["processes", count(s.processes)],
      ["calls", count(s.calls)],
      ["links and monitors", count(s.links)],
      ["owners and fixations", count(s.owners)],
      ["connected nodes", count(s.peerCount)],
      ["heap above its mark", s.heapHigh ? "yes" : "no", s.heapHigh],
    ]);
    rows("peers", PEERS, s.peers);
  }
  showChosen();
}

function live(isUp, text) {
  const line = byId("live");
  line.classList.toggle("up", isUp);
  line.classList.toggle("down", !isUp);
  setText(line, text);
}

const query = () => new URLSearchParams({ ...view, limit: ROWS }).toString();

// A browser has six connections with a server for all its tabs, and a stream takes one for ever.
// So a tab that is not seen has none.
function connect() {
  if (stream) {
    stream.close();
    stream = null;
  }
  if (document.hidden) {
    live(false, "not seen");
    return;
  }
  const mine = new EventSource("/events?" + query());
  stream = mine;
  mine.addEventListener("message", (event) => {
    if (stream !== mine) {
      return;
    }
    const state = JSON.parse(event.data);
    if (state.tables.length === 0 && state.matching > 0) {
      change({ from: Math.floor((state.matching - 1) / ROWS) * ROWS });
      return;
    }
    show(state);
    live(true, "live, " + clock(state.time));
  });
  mine.addEventListener("error", () => {
    if (stream === mine) {
      live(false, "not connected");
      mine.close();
      setTimeout(() => stream === mine && connect(), RETRY_MILLIS);
    }
  });
}

function change(changes) {
  Object.assign(view, changes);
  byId("sort").value = view.order;
  connect();
}

function open(index) {
  chosen = last.tables[index];
  byId("result").hidden = true;
  showChosen();
  byId("detail").showModal();
}

function showChosen() {
  if (!chosen) {
    return;
  }
  chosen = last.tables.find((t) => t.id === chosen.id) || chosen;
  const t = chosen;
  const actions = last.actions;
  setText(byId("detail-title"), t.name);
  facts("detail-facts", [
    ["identifier", t.id],
    ["known by its name", t.named ? "yes" : "no"],
    ["type", t.type],
    ["objects", count(t.size)],
    ["bytes", bytes(t.bytes)],
    ["calls in a second", t.calls < 0 ? "?" : count(t.calls)],
    ["99 % of them within", t.p99 < 0 ? "?" : brief(t.p99)],
    ["owner", t.owner],
    ["heir", t.heir],
    ["protection", t.protection],
    ["store", t.store],
    ["log", t.logFailed ? "failed: writes fail" : "well, or none", t.logFailed],
    ["fixed", t.fixed < 0 ? "no" : "for " + time(t.fixed) + " by " + t.fixedBy.join(", ")],
  ]);
  byId("preview").hidden = !actions.preview;
  byId("snapshot").hidden = !actions.snapshot;
  byId("explain-box").hidden = !actions.explain;
  byId("detail-actions").hidden = !(actions.preview || actions.snapshot || actions.explain);
}

async function act(path, fields, read) {
  const result = byId("result");
  result.hidden = false;
  result.textContent = "...";
  try {
    const answer = await fetch(path, { method: "POST", body: new URLSearchParams(fields) });
    result.textContent = answer.ok ? read(await answer.json()) : await answer.text();
  } catch (failure) {
    result.textContent = "no answer: " + failure.message;
  }
}

function begin() {
  const sort = byId("sort");
  for (const column of COLUMNS.filter((c) => c.order)) {
    const option = document.createElement("option");
    option.value = column.order;
    option.textContent = column.label;
    sort.append(option);
  }
  sort.value = view.order;
  sort.addEventListener("change", () => {
    const column = COLUMNS.find((c) => c.order === sort.value);
    change({ order: sort.value, desc: column.kind === "number" ? 1 : 0, from: 0 });
  });
  let typing = 0;
  byId("search").addEventListener("input", (event) => {
    clearTimeout(typing);
    typing = setTimeout(() => change({ search: event.target.value, from: 0 }), 300);
  });
  byId("before").addEventListener("click", () => change({ from: Math.max(0, view.from - ROWS) }));
  byId("after").addEventListener("click", () => change({ from: view.from + ROWS }));
  document.addEventListener("visibilitychange", connect);
  byId("detail").addEventListener("close", () => { chosen = null; });
  byId("preview").addEventListener("click", () =>
    act("/preview", { table: chosen.id }, (a) => a.objects.join("\n") || "no object"));
  byId("snapshot").addEventListener("click", () =>
    act("/snapshot", { table: chosen.id }, (a) => "written to " + a.file));
  byId("explain").addEventListener("click", () =>
    act("/explain", { table: chosen.id, spec: byId("spec").value }, (a) => a.plan));
  connect();
}

begin();
