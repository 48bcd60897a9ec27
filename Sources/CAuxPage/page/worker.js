// Work apart from the page, so that it stays at hand: functions are sent to a worker as text.

// The buffers of typed arrays in a result, which change hands without a copy.
function buffersOf(result) {
  return [...new Set(Object.values(result).filter(ArrayBuffer.isView).map((view) => view.buffer))];
}

// Calls the last of some functions, which use each other and nothing else of the page, with an input, in a worker. Where the
// browser allows none, the page itself does it.
function callApart(functions, input) {
  const call = functions[functions.length - 1];
  const text = `${[...functions, buffersOf].join("\n")}
onmessage = ({ data }) => {
  try {
    const result = ${call.name}(data);
    postMessage({ result }, buffersOf(result));
  } catch (error) { postMessage({ failure: error.message }); }
};`;
  return new Promise((resolve, reject) => {
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    let worker;
    const end = (action) => {
      worker?.terminate();
      URL.revokeObjectURL(address);
      action();
    };
    const here = () => end(() => setTimeout(() => {
      try { resolve(call(input)); } catch (error) { reject(error); }
    }, 20));
    try {
      worker = new Worker(address);
    } catch { here(); return; }
    worker.onmessage = ({ data }) => end(() => data.failure === undefined ? resolve(data.result) : reject(new Error(data.failure)));
    worker.onerror = (event) => { event.preventDefault(); here(); };
    worker.postMessage(input);
  });
}
