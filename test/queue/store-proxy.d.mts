/** Picks connections by what their client has said so far, for example `LISTEN`. */
export type Which = (said: string) => boolean;

/** A TCP proxy between a queue and its store, with the faults of a network. Faults return how many connections they hit. */
export interface StoreProxy {
  /** The store's address through the proxy. */
  readonly url: string;
  /**
   * The connections that exist, or some of them, stay silent: they forward nothing any more, not even their
   * end, while the kernel still acknowledges all that is sent. New ones work.
   */
  silence(which?: Which): number;
  /** The connections that exist, or some of them, lose what the store answers. What clients say still arrives. */
  loseAnswers(which?: Which): number;
  /** Delays everything by this many ms in each direction, until `heal`. */
  delay(ms: number): void;
  /** Cuts the connections that exist, or some of them. New ones work. */
  cut(which?: Which): number;
  /** The same for all connections, new ones too, until `heal`. */
  cutAll(): void;
  /** New connections lead to another store, as a host name does after a failover. Existing ones stay. */
  leadTo(storeUrl: string): void;
  /** New connections work again, and nothing is delayed. Those that are silent stay so until they are closed. */
  heal(): void;
  close(): Promise<void>;
}

/** Opens a proxy of a store: `await openProxy(store.url)`. Close it before the store. */
export function openProxy(storeUrl: string): Promise<StoreProxy>;
