import request from 'supertest';
import { startSample } from './sample.js';

it('serves Swagger at /docs', async () => {
  const app = await startSample();
  const page = await request(app.getHttpServer()).get('/docs').redirects(1);
  expect(page.status).toBe(200);
  expect(page.text).toContain('swagger-ui');
});

it('describes the body and every answer of POST /sms', async () => {
  const app = await startSample();
  const { body: document } = await request(app.getHttpServer()).get('/docs-json');
  const operation = document.paths['/sms'].post;
  // Swagger lists a route once for each of its tags.
  expect(operation.tags).toEqual(['sms']);
  expect(Object.keys(operation.responses).toSorted()).toEqual(['201', '400', '422', '502', '503']);
  expect(document.components.schemas.SendSmsDto).toMatchObject({
    required: ['to', 'text'],
    properties: { to: { oneOf: expect.anything() }, text: { type: 'string' } },
  });
  expect(document.components.schemas.SmsReceiptDto.required).toContain('transactionId');
});
