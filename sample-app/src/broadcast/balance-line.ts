import { SmsGatewayError, type SmsService } from 'nestjs-sms-gateway';

/** What the account has left, and whether that is enough for so many segments. */
export async function balanceLine(
  sms: Pick<SmsService, 'balance'>,
  segments: number,
): Promise<string> {
  try {
    const { credits, raw } = await sms.balance();
    // Some accounts count money instead of credits. Gateways say so with the type 2, a number or a text.
    const isMoney = /"userCreditType":"?2\b/.test(JSON.stringify(raw));
    if (isMoney) return `The account has ${credits} left, in its currency.\n`;
    const isEnough = Number(credits) >= segments;
    return `The account has ${credits} credits left${isEnough ? '' : ', which is NOT ENOUGH'}.\n`;
  } catch (error) {
    // Not every gateway says what is left.
    if (!(error instanceof SmsGatewayError)) throw error;
    return `What the account has left is not known: ${error.message}\n`;
  }
}
