import { Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  SmsAuthProvider,
  SmsConfigurationError,
  SmsGatewayFactory,
  SmsService,
} from '../../lib/index.js';
import { SmsOtp } from '../../lib/extras/otp/index.js';
import { SmsQueue } from '../../lib/extras/queue/index.js';
import { SmsReports } from '../../lib/extras/reports/index.js';
import { build, buildError } from './build.js';

function moduleWith(provider: Type) {
  @Module({ providers: [provider] })
  class AppModule {}
  return AppModule;
}

describe.each<[string, string, abstract new () => object]>([
  ['SmsService', 'SmsGatewayModule', SmsService],
  ['SmsAuthProvider', 'SmsGatewayModule', SmsAuthProvider],
  ['SmsGatewayFactory', 'SmsGatewayModule', SmsGatewayFactory],
  ['SmsQueue', 'SmsQueueModule', SmsQueue],
  ['SmsOtp', 'SmsOtpModule', SmsOtp],
  ['SmsReports', 'SmsReportsModule', SmsReports],
])('%s in providers', (name, module, byClass) => {
  it('fails at start, and says what to import', async () => {
    const error = await buildError([moduleWith(byClass as Type)]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain(
      `${name} cannot be created, because it is abstract. Remove it from providers, and import ${module}`,
    );
  });

  it('is not refused if it is a class of the app that extends it', async () => {
    class Own extends (byClass as Type<object>) {
      readonly isOwn = true;
    }
    const app = await build([moduleWith(Own)]);
    expect(app.get(Own, { strict: false }).isOwn).toBe(true);
    const replaced = await Test.createTestingModule({
      providers: [{ provide: byClass, useClass: Own }],
    }).compile();
    expect(replaced.get(byClass)).toBeInstanceOf(Own);
  });
});
