import { expect, test } from '@playwright/test'
import { benchBundleSize } from '../../bench/bundle-size.ts'
import { meetsTarget } from '../../bench/support/result.ts'

test('the JavaScript needed before the first screen stays within its size limits', () => {
  for (const result of benchBundleSize())
    expect(meetsTarget(result), `${result.name}: ${result.ours.toFixed(1)} ${result.unit}`).not.toBe(false)
})
