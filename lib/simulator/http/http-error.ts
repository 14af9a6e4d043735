/** A request that can't be served, with the HTTP answer that says why. */
export class HttpError extends Error {
  constructor(
    /** HTTP status of the answer. */
    readonly status: number,
    /** A word for programs. */
    readonly code: string,
    message: string,
    /** Further headers of the answer. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The client went away before its request was read. There is nobody to answer. */
export class ClientGoneError extends Error {}
