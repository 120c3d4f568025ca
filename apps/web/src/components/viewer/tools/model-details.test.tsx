import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { useLengthFormat } from '../../../lib/i18n/format-length.ts'
import { sampleModelFacts } from '../../assets/testing/sample-asset.ts'
import { ModelDetails } from './model-details.tsx'

beforeAll(() => loadTranslations('viewer', 'common'))
afterEach(cleanup)

const widthMetres = 0.44994
/** Shows a length as the rulers on the model do. */
function Ruler() {
  return <output>{useLengthFormat().millimetres(widthMetres)}</output>
}

test('the size of a model has the same digits in the list of facts as on the rulers', async () => {
  const facts = sampleModelFacts({ size: { x: widthMetres, y: 1, z: 0.5 } })
  render(
    <Suspense>
      <Ruler />
      <ModelDetails
        name="Chair"
        facts={facts}
        hidden={[]}
        onHiddenChange={() => undefined}
        onHighlightPart={() => undefined}
        onPinPart={undefined}
        interactive={false}
      />
    </Suspense>,
  )
  expect((await screen.findByRole('status')).textContent).toBe('449.9 mm')
  expect(screen.getAllByText('449.9 × 1,000.0 × 500.0 mm').length).toBeGreaterThan(0)
})
