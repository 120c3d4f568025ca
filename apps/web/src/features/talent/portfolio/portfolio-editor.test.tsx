import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { PortfolioEditor } from './portfolio-editor.tsx'

// Without the texts of uploads, which only the form needs.
beforeAll(() => loadTranslations('talent', 'common', 'errors'))
afterEach(cleanup)

test('the page stays as it is while the form for a first item loads', async () => {
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={queryCache}>
      <MemoryRouter>
        <Suspense fallback={<p>The whole page is replaced</p>}>
          <h1>Profile</h1>
          <PortfolioEditor items={[]} />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const add = await screen.findByRole('button', { name: 'Add a model or an image' })
  const replaced: boolean[] = []
  const observer = new MutationObserver(() => replaced.push(screen.queryByText('The whole page is replaced') !== null))
  observer.observe(document.body, { childList: true, subtree: true, attributes: true })
  await user.click(add)
  expect(await screen.findByRole('textbox', { name: 'Title' })).toBeTruthy()
  observer.disconnect()
  expect(replaced.length).toBeGreaterThan(0)
  expect(replaced).not.toContain(true)
  expect(screen.getByRole('heading', { name: 'Profile' })).toBeTruthy()
})
