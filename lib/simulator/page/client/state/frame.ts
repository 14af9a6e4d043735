const HIDDEN_PAUSE = 250;

/** Makes a function that does something once before the next picture, however often it is called. */
export function oncePerFrame(act: () => void): () => void {
  let planned = false;
  const run = () => {
    planned = false;
    act();
  };
  return () => {
    if (planned) return;
    planned = true;
    // A hidden page gets no pictures, and its title still counts.
    if (document.hidden) setTimeout(run, HIDDEN_PAUSE);
    else requestAnimationFrame(run);
  };
}
