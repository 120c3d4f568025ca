import { readConfig } from '@veranda/contract/config/routes.ts'
import {
  listDemoUsers,
  listSandboxMail,
  moveClock,
  readClock,
  signInAsDemoUser,
} from '@veranda/contract/sandbox/routes.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

/** Calls everything that only a sandbox has; returns the statuses by switch. */
async function callSandbox(env: Record<string, string>) {
  const app = await testApp({ env })
  const demo = await app.createUser('Maya Demo', { demo: true })
  const status = async (call: Promise<{ status: number }>) => (await call).status
  const statuses = {
    clock: [
      await status(app.injectAs(null, readClock)),
      await status(app.injectAs(null, moveClock, { body: { advanceMs: 1 } })),
    ],
    demo: [
      await status(app.injectAs(null, listDemoUsers)),
      await status(app.injectAs(null, signInAsDemoUser, { body: { userId: demo.id } })),
    ],
    mail: await status(app.injectAs(demo, listSandboxMail)),
  }
  const { demoEntry, mailPage } = (await app.injectAs(null, readConfig)).reply
  await app.close()
  return { ...statuses, config: { demoEntry, mailPage } }
}

const on = [200, 200]
const off = [404, 404]

test.each([
  [{ HOST: '127.0.0.1' }, on, on, 200],
  [{ HOST: '0.0.0.0' }, off, off, 404],
  [{ HOST: '0.0.0.0', SANDBOX_CONTROLS: '1' }, on, off, 404],
  [{ HOST: '0.0.0.0', DEMO_ENTRY: '1' }, off, on, 404],
  [{ HOST: '0.0.0.0', SANDBOX_MAILBOX: '1' }, off, off, 200],
  [{ SMTP_URL: 'smtp://127.0.0.1:1' }, on, on, 404],
])('the sandbox with %o', async (env, clock, demo, mail) => {
  expect(await callSandbox(env)).toEqual({
    clock,
    demo,
    mail,
    config: { demoEntry: demo === on, mailPage: mail === 200 },
  })
})

test('nothing of the sandbox exists in production', async () => {
  const production = {
    VERANDA_MODE: 'production',
    RATE_LIMITS: '1',
    VERANDA_SECRET: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    PUBLIC_URL: 'https://veranda.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PAYMENTS: 'off',
  }
  expect(await callSandbox(production)).toEqual({
    clock: off,
    demo: off,
    mail: 404,
    config: { demoEntry: false, mailPage: false },
  })
})
