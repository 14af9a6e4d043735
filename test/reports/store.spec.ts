import { ModuleRef } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { SmsGatewayModule } from '../../lib/index.js';
import { type SmsReport, SmsReports, SmsReportsModule } from '../../lib/reports/index.js';
import { attachStore } from '../../lib/reports/report-keeper.js';
import { NUMBER, PASSWORD_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';

const BODY = { transId: '1234567890123456789', mobile: NUMBER, status: 'DELIVRD' };

describe('a store of reports', () => {
  it('is found by the name of the account, and keeps them before receive resolves', async () => {
    const module = await Test.createTestingModule({
      imports: [
        SmsGatewayModule.forRoot({ baseUrl: 'https://sms.example.com', auth: PASSWORD_AUTH }),
        SmsReportsModule.forRoot(),
      ],
    }).compile();
    afterThisTest(() => module.close());
    const kept: SmsReport[] = [];
    const ref = module.get(ModuleRef);
    const keep = async (reports: readonly SmsReport[]) => void kept.push(...reports);
    attachStore(ref, 'default', { keep });
    // Of another account, and of none.
    attachStore(ref, 'marketing', { keep });
    const received = await module.get(SmsReports).receive({ body: BODY });
    expect(kept).toEqual(received);
    expect(kept).toMatchObject([
      {
        account: 'default',
        transactionId: '1234567890123456789',
        recipient: NUMBER,
        state: 'delivered',
      },
    ]);
  });
});
