import { describe, expect, test } from 'vitest'
import { keptSkills } from './kept-skills.ts'
import { maxSkillLength } from './skill-limits.ts'
import { normalizeSkills, skillKey, suggestSkills } from './skills.ts'

describe('a typed skill', () => {
  test.each([
    ['product  model', 'Product models'],
    ['PRODUCT MODELS', 'Product models'],
    ['jewelry', 'Jewellery'],
    ['c4d', 'Cinema 4D'],
    ['hard surface modelling', 'Hard-surface modelling'],
  ])('%j becomes the kept skill %j', (typed, name) => {
    expect(normalizeSkills([typed])).toEqual([name])
  })

  test.each([
    ['  glass   blowing ', 'Glass blowing'],
    ['WOODWORK', 'Woodwork'],
    ['ISO', 'ISO'],
    ['élan vital', 'Élan vital'],
    ['McNeel tools', 'McNeel tools'],
    ['chairs', 'Chairs'],
  ])('that is not on the list is kept without blanks and with a capital: %j as %j', (typed, name) => {
    expect(normalizeSkills([typed])).toEqual([name])
  })

  test('is there once, whatever its spelling', () => {
    expect(normalizeSkills(['Avatars', 'avatar', 'Glass blowing', 'glass-blowing', ' '])).toEqual([
      'Avatars',
      'Glass blowing',
    ])
  })
})

describe('the kept list', () => {
  test('has each skill and each of its other names once', () => {
    const keys = Object.entries(keptSkills).flatMap(([name, { same }]) => [name, ...same].map(skillKey))
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    expect(Object.keys(keptSkills).every((name) => name.length <= maxSkillLength)).toBe(true)
  })
})

describe('suggestions', () => {
  const names = (typed: string, used: [string, number][] = []) =>
    suggestSkills(
      typed,
      used.map(([name, count]) => ({ key: skillKey(name), name, count })),
    ).map(({ name }) => name)

  test('begin with the skills that begin with the typed text, then those with such a word, then other names', () => {
    expect(names('an').slice(0, 1)).toEqual(['Animation'])
    expect(names('audio')).toEqual(['Spatial audio'])
    expect(names('chair')).toEqual(['Furniture'])
    expect(names('ui')[0]).toBe('Interface')
  })

  test('put what more creators have first, and offer what others typed', () => {
    const used: [string, number][] = [
      ['Stage sets', 2],
      ['Stained glass', 1],
    ]
    expect(names('st', used).slice(0, 2)).toEqual(['Stage sets', 'Stained glass'])
    expect(names('', used).slice(0, 2)).toEqual(['Stage sets', 'Stained glass'])
  })

  test('find the skill that a typing error means, and nothing for what is like none', () => {
    expect(names('photogrametry')).toEqual(['Photogrammetry'])
    expect(names('rigginh')).toEqual(['Rigging'])
    expect(names('qqqqqq')).toEqual([])
  })
})
