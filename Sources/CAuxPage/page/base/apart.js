// One piece of work in a worker, so that the page stays responsive.

// The buffers of typed arrays in a result, which are transferred without a copy.
function buffersOf(result) {
  return [...new Set(Object.values(result).filter(ArrayBuffer.isView).map((view) => view.buffer))];
}

// Starts a worker that has these definitions, by their names, and runs a function of them. A page without other files has none
// to load a worker from.
function startWorker(definitions, run) {
  const sourceOf = (value) => typeof value === "function" ? String(value) : JSON.stringify(value);
  const parts = [...definitions].map(([name, value]) => `const ${name} = ${sourceOf(value)};`);
  const source = `"use strict";\n${parts.join("\n")}\n(${run})();`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    return new Worker(url);
  } finally {
    // The worker has loaded it by then, or never will.
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }
}

// Calls the last of some functions with an input in a worker, and transfers `items` of the input. The functions use each other,
// the constants of objects in the list, and nothing else of the page. If the browser starts no worker, the page itself calls it.
function callApart(work, input, items = []) {
  const call = work.at(-1);
  // A function that several lists have is defined once.
  const definitions = new Map([...work, buffersOf].flatMap((item) =>
    typeof item === "function" ? [[item.name, item]] : Object.entries(item)));
  const run = `() => { onmessage = ({ data }) => {
  try {
    const result = ${call.name}(data);
    postMessage({ result }, buffersOf(result));
  } catch (error) { postMessage({ failure: error.message }); }
}; postMessage({ isReady: true }); }`;
  return new Promise((resolve, reject) => {
    let worker;
    const here = () => {
      worker?.terminate();
      setTimeout(() => {
        try { resolve(call(input)); } catch (error) { reject(error); }
      }, 20);
    };
    try {
      worker = startWorker(definitions, run);
    } catch { here(); return; }
    let isReady = false;
    worker.onmessage = ({ data }) => {
      if (data.isReady) {
        isReady = true;
        worker.postMessage(input, items);
        return;
      }
      worker.terminate();
      if (data.failure === undefined) resolve(data.result);
      else reject(new Error(data.failure));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (isReady) reject(new Error("the page's worker ended"));
      else here();
    };
  });
}
