import { cleanup, render, screen } from '@testing-library/react'
import { type LimitCheck } from '@veranda/contract/assets/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { AcceptanceLimitsFields } from '../offers/acceptance-limits-fields.tsx'
import { noLimits } from '../offers/acceptance-limits-form.ts'
import { LimitChecks } from './limit-checks.tsx'

beforeAll(() => loadTranslations('commissions', 'common'))
afterEach(cleanup)

const textsOf = (checks: LimitCheck[]) => {
  render(<LimitChecks checks={checks} />)
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent)
}

test('a maximum is named as one, and a limit that is met by its own word is said once', () => {
  expect(
    textsOf([
      { name: 'triangles', met: true, required: '60000', actual: '14040' },
      { name: 'format', met: true, required: 'model', actual: 'model' },
    ]),
  ).toEqual(['Met:Triangles14,040at most 60,000', 'Met:File type3D model'])
})

test('what is not met says what was agreed', () => {
  expect(
    textsOf([
      { name: 'format', met: false, required: 'model', actual: 'image' },
      { name: 'frame-rate', met: false, required: 'green', actual: 'amber' },
    ]),
  ).toEqual(['Not met:File typeImageagreed: 3D model', 'Not met:Runs onNewer headsetsagreed: Every headset'])
})

test('the number fields of the offer say that they are maxima', () => {
  render(
    <LabelsProvider
      labels={{ close: 'Close', dismiss: 'Dismiss', busy: 'Busy', optional: 'optional', remove: 'Remove' }}
    >
      <AcceptanceLimitsFields
        limits={{ ...noLimits, maxTriangles: '60000' }}
        onChange={() => {}}
        errorOf={() => undefined}
      />
    </LabelsProvider>,
  )
  for (const name of ['Triangles', 'Texture edge in pixels', 'Textures', 'File size in MB']) {
    expect(screen.getByLabelText(`${name}, at most`)).toBeTruthy()
  }
})
