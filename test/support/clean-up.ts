/** What a test has opened and has to close. */
type CleanUp = () => unknown;

const open: CleanUp[] = [];

/** Has something closed after the test, what was opened last first. */
export function afterThisTest(cleanUp: CleanUp): void {
  open.push(cleanUp);
}

afterEach(async () => {
  for (const cleanUp of open.splice(0).toReversed()) await cleanUp();
});
