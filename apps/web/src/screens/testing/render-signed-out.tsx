import { cleanup, render } from '@testing-library/react'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { routes } from '../../app/router.tsx'
import { clearSession, sessionStore } from '../../lib/session/session.ts'
import { type ContractServer, contractServer } from '../../lib/testing/contract-server.ts'
import { sampleConfig } from '../../lib/testing/samples.ts'

/**
 * Returns a server for the screens of those who are signed out, in a browser without a stored session. Use it in `beforeEach`;
 * the session and what was rendered are gone after the test.
 */
export function signedOutServer(): ContractServer {
  localStorage.clear()
  sessionStore.set({ status: 'unknown', user: null })
  const server = contractServer()
  server.reply(readConfig, sampleConfig)
  vi.stubGlobal('scrollTo', () => undefined)
  // The scene of the sign-in page and the realtime connection start once the browser is idle.
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  onTestFinished(() => {
    cleanup()
    clearSession('left')
  })
  return server
}

/** Renders the screen of an address in the real router, with the session that the browser has. Returns the router. */
export function openScreen(entry: InitialEntry) {
  const router = createMemoryRouter(routes, { initialEntries: [entry] })
  render(<RouterProvider router={router} />)
  return router
}
