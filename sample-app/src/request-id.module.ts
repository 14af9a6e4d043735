import { randomUUID } from 'node:crypto';
import { HttpModule, HttpService } from '@nestjs/axios';
import { Module } from '@nestjs/common';

/**
 * An `HttpService` that adds an `X-Request-Id` header to every request. An interceptor sees passwords
 * and texts as well, so this one neither logs nor keeps the request.
 */
@Module({ imports: [HttpModule], exports: [HttpModule] })
export class RequestIdModule {
  constructor(http: HttpService) {
    http.axiosRef.interceptors.request.use((request) => {
      request.headers.set('X-Request-Id', randomUUID());
      return request;
    });
  }
}
