import { jest } from '@jest/globals';
import { SmsConfigurationError } from '../../lib/index.js';

it('numbering plans in another layout are refused, not misread', async () => {
  const metadata = { version: 5, country_calling_codes: {}, countries: {}, nonGeographic: {} };
  jest.resetModules();
  jest.unstable_mockModule('libphonenumber-js/max/metadata', () => ({ default: metadata }));
  await expect(import('../../lib/core/message/calling-code.js')).rejects.toThrow(
    'The metadata of libphonenumber-js has the layout 5, but this package reads layout 4. Install a version with layout 4: npm install libphonenumber-js@1.13.',
  );
  await expect(import('../../lib/core/message/calling-code.js')).rejects.toBeInstanceOf(
    SmsConfigurationError,
  );
});
