import { expect, test } from 'vitest'
import { type PageFacts, stepsToBeFound } from './findable.ts'

const empty: PageFacts = {
  hasHeadline: false,
  hasSkills: false,
  hasService: false,
  hasPortfolio: false,
  hasHours: false,
}

test.each<[Partial<PageFacts>, string[]]>([
  [{}, ['profile', 'work', 'availability']],
  [{ hasHeadline: true }, ['profile', 'work', 'availability']],
  [{ hasSkills: true }, ['profile', 'work', 'availability']],
  [{ hasHeadline: true, hasSkills: true }, ['work', 'availability']],
  [{ hasService: true }, ['profile', 'availability']],
  [{ hasPortfolio: true }, ['profile', 'availability']],
  [{ hasHours: true }, ['profile', 'work']],
  [{ hasHeadline: true, hasSkills: true, hasService: true }, ['availability']],
  [{ hasHeadline: true, hasSkills: true, hasPortfolio: true, hasHours: true }, []],
])('with %j these steps are left until a creator is found: %j', (more, left) => {
  expect(stepsToBeFound({ ...empty, ...more })).toEqual(left)
})
