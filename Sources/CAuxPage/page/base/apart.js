// One piece of work in a worker, so that the page stays at hand.

// The buffers of typed arrays in a result, which change hands without a copy.
function buffersOf(result) {
  return [...new Set(Object.values(result).filter(ArrayBuffer.isView).map((view) => view.buffer))];
}

// Calls the last of some functions, which use each other and nothing else of the page, with an input, in a worker, which `items` of
// the input go over to. Where the browser allows none, the page itself does it.
function callApart(functions, input, items = []) {
  const call = functions[functions.length - 1];
  const definitions = Object.fromEntries([...functions, buffersOf].map((definition) => [definition.name, definition]));
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
