import { describe, expect, test } from 'vitest'
import { correctedTerm, hasSearchOperators, searchTermsOf } from './search-terms.ts'
import { closestWord, mistakesBetween } from './word-distance.ts'

const typedIn = (text: string) => searchTermsOf(text).map(({ typed }) => typed)
const alternativesOf = (text: string, typed: string) =>
  searchTermsOf(text).find((term) => term.typed === typed)?.alternatives ?? []

describe('the terms of a search', () => {
  test('are its words without fillers, each once', () => {
    expect(typedIn('A chair for my shop, a Chair!')).toEqual(['chair', 'shop'])
    expect(typedIn('who can do it')).toEqual(['who', 'can', 'do', 'it'])
    expect(typedIn('?!')).toEqual([])
  })

  test('have the names of the kept skills that they mean, alone or as a phrase', () => {
    expect(alternativesOf('chair', 'chair')).toEqual(['furniture'])
    expect(alternativesOf('rigger', 'rigger')).toEqual(expect.arrayContaining(['rigging', 'rigged']))
    expect(alternativesOf('interface design', 'design')).toContain('interface')
    expect(alternativesOf('design', 'design')).toEqual([])
  })

  test('find the singular of a plural by its beginning', () => {
    expect(searchTermsOf('chairs glass')).toMatchObject([{ prefix: 'chair' }, { prefix: 'glass' }])
  })

  test('keep what was typed when a word is corrected', () => {
    const [term] = searchTermsOf('chiar')
    expect(term && correctedTerm(term, 'chair')).toMatchObject({
      typed: 'chiar',
      prefix: 'chair',
      alternatives: ['furniture'],
    })
  })

  test.each([
    ['"stage set"', true],
    ['stage -set', true],
    ['stage or set', true],
    ['hard-surface', false],
    ['stage set', false],
  ])('%j has operators: %j', (text, has) => {
    expect(hasSearchOperators(text)).toBe(has)
  })
})

describe('the word that a mistyped one means', () => {
  test.each([
    ['chiar', 'chair'],
    ['rigginh', 'rigging'],
    ['photogrametry', 'photogrammetry'],
    ['celik', 'çelik'],
    ['furnitur', 'furniture'],
  ])('for %j is %j', (typed, meant) => {
    expect(closestWord(typed, ['stair', 'choir', 'chair', 'rigging', 'photogrammetry', 'çelik', 'furniture'])).toBe(
      meant,
    )
  })

  test('is none for a short word, or with too many mistakes', () => {
    expect(closestWord('vd', ['vr'])).toBeUndefined()
    expect(closestWord('side', ['size'])).toBeUndefined()
    expect(closestWord('lmap', ['lamp'])).toBe('lamp')
    expect(closestWord('chai', ['chair'])).toBe('chair')
    expect(closestWord('chxxr', ['chair'])).toBeUndefined()
  })

  test('counts a swap of neighbours as one mistake, and stops at the limit', () => {
    expect(mistakesBetween('chiar', 'chair', 5)).toBe(1)
    expect(mistakesBetween('kitten', 'sitting', 9)).toBe(3)
    expect(mistakesBetween('kitten', 'sitting', 2)).toBe(2)
    expect(mistakesBetween('', 'abc', 9)).toBe(3)
  })
})
