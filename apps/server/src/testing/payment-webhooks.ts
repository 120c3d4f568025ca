import { type Milliseconds } from '@veranda/core/time/instant.ts'
import { type TestApp } from './test-app.ts'

/** Moves the product's clock, and runs until nothing is left to do, webhooks of the sandbox payment provider included. */
export async function advanceWithWebhooks(app: TestApp, by: Milliseconds = 0): Promise<void> {
  await app.advance(by)
  const { payments } = app.deps.gateways
  if (!('sendDueWebhooks' in payments)) throw new Error('expected the sandbox payment provider')
  const send = async ({ body, headers }: { body: string; headers: Readonly<Record<string, string>> }) => {
    const call = { method: 'POST' as const, url: '/api/payments/webhook', headers: { ...headers }, payload: body }
    return (await app.app.http.inject(call)).statusCode
  }
  while ((await payments.sendDueWebhooks(send)) > 0) await app.runUntilIdle()
}
