import { expect, test } from '@playwright/test'
import { benchBytes } from '../bench/bytes.ts'
import { isMet } from '../bench/line.ts'

test('what a browser must fetch before the first screen stays within its bytes', () => {
  for (const line of benchBytes()) expect(isMet(line), `${line.what}: ${line.ours.toFixed(1)} ${line.unit}`).toBe(true)
})
