import { FailoverAccount } from '../../lib/core/account/failover-account.js';
import { SmsAccount } from '../../lib/core/account/sms-account.js';
import { SmsService } from '../../lib/core/sms.service.js';
import { SmsTestingService } from '../../lib/extras/testing/index.js';

/** The names of the members that a class has by itself, or from a base class below SmsService. */
function ownMembers({ prototype }: { readonly prototype: SmsService }): ReadonlySet<string> {
  const names = new Set<string>();
  let from: object = prototype;
  while (from !== SmsService.prototype) {
    for (const name of Object.getOwnPropertyNames(from)) names.add(name);
    from = Object.getPrototypeOf(from);
  }
  return names;
}

// Those of SmsService only reject, or are empty, so that an app's own class compiles without them.
it.each([
  ['SmsAccount', SmsAccount],
  ['FailoverAccount', FailoverAccount],
  ['SmsTestingService', SmsTestingService],
])('%s has every member of SmsService itself', (_name, each) => {
  const members = Object.getOwnPropertyNames(SmsService.prototype);
  expect(members).toContain('balance');
  const own = ownMembers(each);
  expect(members.filter((name) => !own.has(name))).toEqual([]);
});
