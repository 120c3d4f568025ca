import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const loaded = vi.hoisted(() => new Set<string>())
vi.mock('../features/dashboard/money-panel.tsx', () => {
  loaded.add('money')
  return { MoneyPanel: () => null }
})
vi.mock('../features/dashboard/recent-versions.tsx', () => {
  loaded.add('recent versions')
  return { RecentVersionTiles: () => null }
})

beforeAll(() => loadScreen('/dashboard'))

test('the code of what stands beside and below is fetched while the data is on its way, not after it', async () => {
  expect([...loaded]).toEqual([])
  const server = contractServer()
  server.reply(readDashboard, () => new Promise(() => undefined))
  renderScreen(server, '/dashboard')
  expect((await screen.findAllByRole('status', { name: /Loading/ })).length).toBeGreaterThan(0)
  await vi.waitFor(() => expect([...loaded].toSorted()).toEqual(['money', 'recent versions']), 10_000)
})
