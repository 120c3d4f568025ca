import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ActionLayout } from './action-layout.tsx'

afterEach(cleanup)

test('actions keep their state when the content moves before or behind them', async () => {
  const layout = (mainFirst: boolean) => (
    <ActionLayout actions={<input aria-label="Reason" />} main="The work" aside={null} mainFirst={mainFirst} />
  )
  const { rerender } = render(layout(true))
  const field = screen.getByLabelText('Reason')
  const work = screen.getByText('The work')
  expect(work.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await userEvent.type(field, 'Too dark')
  rerender(layout(false))
  expect(screen.getByLabelText('Reason')).toBe(field)
  expect(field).toHaveProperty('value', 'Too dark')
  expect(work.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy()
})
