import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { idOf, kenji, now } from '../../../lib/testing/samples.ts'
import { sampleMilestone, samplePin, sampleVersion } from '../testing/sample-project.ts'
import { ChangeRounds } from './change-rounds.tsx'

beforeAll(() => loadTranslations('commissions', 'commissions/pins', 'common'))
afterEach(cleanup)

test('a requested change has the number and the state of its pin and who closed it, and one without a pin has no number', () => {
  const item = (n: number, text: string, pinId: string | null) => ({ id: idOf('8', n), text, pinId, message: null })
  const items = [item(1, 'Oak is too cold', null), item(2, 'Lower rail', idOf('f', 7)), item(3, 'Wool', idOf('f', 2))]
  const version = sampleVersion({ state: 'changes_requested' })
  const changes = [{ round: 1, deliverableId: version.id, dueAt: now, at: now, items }]
  const milestone = sampleMilestone({ state: 'changes_requested', deliverables: [version], changes })
  render(
    <MemoryRouter>
      <ChangeRounds
        projectId={idOf('a')}
        milestone={milestone}
        pins={[samplePin(2), samplePin(7, { state: 'fixed', closed: { by: kenji, at: now } })]}
      />
    </MemoryRouter>,
  )
  const shown = screen.getAllByRole('listitem').map((one) => one.textContent)
  expect(shown).toEqual([
    'Oak is too cold',
    expect.stringMatching(/^7Lower railFixedClosed by Kenji Mori, .+See pin$/),
    '2WoolSee pin',
  ])
})
