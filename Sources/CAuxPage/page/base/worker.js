// Workers of the page: its own functions, in another thread, since a page that needs no other file has none to load them from.

// The source of a value that the page defines; functions and classes are their own text.
function sourceOf(value) {
  if (typeof value === "function") return String(value);
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}.from([${value.join(",")}])`;
  return JSON.stringify(value);
}

// Starts a worker that has these definitions, by their names, and then runs a function of them.
function startWorker(definitions, run) {
  const parts = Object.entries(definitions).map(([name, value]) => `const ${name} = ${sourceOf(value)};`);
  const source = `"use strict";\n${parts.join("\n")}\n(${run})();`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    return new Worker(url);
  } finally {
    // The worker has loaded it by then, or never will.
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }
}
