import { isTrusted } from '../../lib/core/transport/given-dispatcher.js';
import * as undici from 'undici';

class Base {
  dispatch(): boolean {
    return true;
  }
}

/** A dispatcher of undici as it may become: what it contains, or makes others with, cannot be seen. */
const closed = () => class extends Base {};

it.each(['Agent', 'BalancedPool', 'Pool', 'RoundRobinPool', 'EnvHttpProxyAgent'] as const)(
  'a dispatcher of undici is not trusted if its internals cannot be found: %s',
  (name) => {
    const Closed = closed();
    const changed = Object.assign({ ...undici }, { [name]: Closed });
    expect(isTrusted(new Closed(), changed)).toBe(false);
  },
);
