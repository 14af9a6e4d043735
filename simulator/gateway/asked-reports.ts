import { reportOf } from '../delivery/write-report.js';
import type { InboxMessage } from '../inbox/inbox-message.js';
import type { Asked, CallAnswer } from './call.js';
import { missing } from '../common/simulated-answer.js';
import { wallClock } from '../common/wall-clock.js';

const DAY = /^\d{4}-\d\d-\d\d$/;
const COUNT = /^[1-9]\d*$/;

/** The reports of one send, of one message id or, with `method=getDlr`, of some days. */
export function answerReports(call: Asked): CallAnswer {
  const { fields } = call;
  if (fields.get('method') === 'getDlr') return listDays(call);
  const uuid = fields.get('uuid');
  if (!uuid) return missing('uuid');
  const ofSend = reportsOf(call, ({ transactionId }) => transactionId === uuid);
  // Some clients ask with the id of one message.
  const matchingReports =
    ofSend.length > 0 ? ofSend : reportsOf(call).filter(({ messageId }) => messageId === uuid);
  const list = matchingReports.map(({ message, ...report }) => ({
    status: {
      uuId: report.transactionId,
      msgId: report.messageId,
      mobileNo: report.recipient,
      senderName: message.senderId,
      text: message.text,
      msgType: message.fields['msgType'] ?? 'text',
      length: String(message.text.length),
      cost: String(message.segments.count),
      'Submitted Time': report.receivedAt,
      'Delivered Time': report.deliveredAt,
      Status: report.state,
      Cause: report.cause,
    },
  }));
  // Clients read either name.
  return { count: list.length, report_statusList: list, reports_statusList: list };
}

function listDays(call: Asked): CallAnswer {
  const { fields, options } = call;
  // Clients write the days in either way.
  const from = fields.get('fromdate') ?? fields.get('fromDate') ?? '';
  const to = fields.get('todate') ?? fields.get('toDate') ?? '';
  const limit = fields.get('pageLimit') ?? '';
  const wrong =
    (!DAY.test(from) && 'fromdate') ||
    (!DAY.test(to) && 'todate') ||
    (!COUNT.test(limit) && 'pageLimit');
  if (wrong) return missing(wrong, 'missing or not valid');
  const matchingReports = reportsOf(call, ({ at }) => {
    const day = wallClock(Date.parse(at), options.timeZone).slice(0, 10);
    return from <= day && day <= to;
  });
  const mobileNo = fields.get('mobileNo');
  const list = matchingReports
    .filter(({ recipient }) => !mobileNo || recipient === mobileNo)
    .map(({ message, ...report }) => ({
      msgId: report.messageId,
      mobileNo: report.recipient,
      status: report.state,
      cause: report.cause,
      text: message.text,
      submitTime: report.receivedAt,
    }));
  return { reports_dlrList: list.slice(0, Number(limit)) };
}

/** Those of the account's own messages, one for each number. */
function reportsOf(
  { userId, inbox, options }: Asked,
  isWanted: (message: InboxMessage) => boolean = () => true,
) {
  const accountMessages = inbox.list('accepted').filter(({ account }) => account === userId);
  return accountMessages.filter(isWanted).flatMap((message) =>
    message.deliveries.map((delivery, index) => {
      const report = reportOf(message, delivery, index, options);
      // Clients take any cause of a delivered message for a failure.
      const cause = report.cause || (delivery.status === 'delivered' ? '' : report.code);
      return { message, ...report, cause };
    }),
  );
}
