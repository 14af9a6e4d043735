import axios, {
  type AxiosInstance,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import type { WorldClock } from './clock.js';
import type { Dice } from './dice.js';
import type { AccountPlan } from './program.js';

/** The header that the app's interceptor adds. */
export const MARK_HEADER = 'x-app';

/** Whether the interceptors of an account do more than add a header. */
export function isIntercepted({ http }: AccountPlan): boolean {
  return http !== 'none' && http !== 'mark';
}

/**
 * The app's axios, with interceptors that behave as a plan says.
 *
 * @param isCalm whether they only add their header now
 */
export function createAxios(
  { http }: AccountPlan,
  clock: WorldClock,
  dice: Dice,
  isCalm: () => boolean,
): { readonly axiosRef: AxiosInstance } {
  const disturb = async (): Promise<void> => {
    if (isCalm() || http === 'mark') return;
    const trouble = dice();
    if (http === 'slow') await clock.sleep(dice() * (trouble < 0.2 ? 3000 : 50));
    if (http === 'throw' && trouble < 0.3) throw new Error('The interceptor threw');
    if (http === 'hang' && trouble < 0.2) await new Promise(() => undefined);
  };
  const mark = (request: InternalAxiosRequestConfig): Promise<InternalAxiosRequestConfig> => {
    request.headers.set(MARK_HEADER, 'yes');
    return disturb().then(() => request);
  };
  const change = async (response: AxiosResponse): Promise<AxiosResponse> => {
    await disturb();
    return { ...response, status: 500, data: 'changed' };
  };
  const passOn = async (error: unknown): Promise<never> => {
    await disturb();
    throw error;
  };
  const axiosRef = axios.create();
  axiosRef.interceptors.request.use(mark);
  axiosRef.interceptors.response.use(change, passOn);
  return { axiosRef };
}
