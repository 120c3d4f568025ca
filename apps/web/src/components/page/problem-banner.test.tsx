import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { Problem } from '../../lib/api/problem.ts'
import { problemDocument } from '../../lib/testing/replies.ts'
import { ProblemBanner } from './problem-banner.tsx'

afterEach(cleanup)

const show = (status: number, code: string) => {
  const problem = new Problem(problemDocument(status, code, { detail: 'Why not.' }))
  render(
    <MemoryRouter>
      <ProblemBanner problem={problem} />
    </MemoryRouter>,
  )
}

test('a step that needs an address leads to where one is added', async () => {
  show(403, 'account.email-missing')
  expect(screen.getByRole('alert').textContent).toContain('Why not.')
  expect((await screen.findByRole('link', { name: 'Add your address' })).getAttribute('href')).toBe('/settings')
})

test('another refusal leads nowhere', () => {
  show(409, 'milestone.not-submitted')
  expect(screen.queryByRole('link')).toBeNull()
})
