import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Stepper, type StepperStep } from './stepper.tsx'

afterEach(cleanup)

const steps: StepperStep[] = [
  { id: 'agreed', title: 'Agreed', state: 'done' },
  { id: 'funded', title: 'Funded', state: 'done' },
  { id: 'version', title: 'Version 1', state: 'done' },
  { id: 'review', title: 'Review', state: 'now' },
  { id: 'released', title: 'Released', state: 'next' },
]
const foldLabels = { show: 'Show all 5 steps', hide: 'Show the current step only' }
const listed = () => screen.getAllByRole('listitem').filter(({ className }) => className.includes('shown'))

test('a long rail folds to its current step, with a button for the others', async () => {
  const { container } = render(<Stepper label="Milestone" steps={steps} foldLabels={foldLabels} />)
  expect(listed().map(({ textContent }) => textContent)).toEqual(['Review'])
  const frame = container.firstElementChild
  expect(frame?.className).toMatch(/folded/)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 5 steps', expanded: false }))
  expect(frame?.className).not.toMatch(/folded/)
  expect(screen.getByRole('button', { name: 'Show the current step only', expanded: true })).toBeTruthy()
})

test('once all is done the last step stays in sight', () => {
  render(
    <Stepper label="Milestone" steps={steps.map((step) => ({ ...step, state: 'done' }))} foldLabels={foldLabels} />,
  )
  expect(listed().map(({ textContent }) => textContent)).toEqual(['Released'])
})

test('a short rail does not fold', () => {
  const { container } = render(<Stepper label="Booking" steps={steps.slice(1)} foldLabels={foldLabels} />)
  expect(container.firstElementChild?.className).not.toMatch(/folded/)
  expect(screen.queryByRole('button')).toBeNull()
})
