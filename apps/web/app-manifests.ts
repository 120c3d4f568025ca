import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin } from 'vite'
import { availableLanguages } from '../../packages/i18n/src/catalogues.ts'

type Manifest = { lang: string; description: string; shortcuts: { name: string; url: string }[] }

/** The key of a shortcut's name in the catalogue of the shell. */
const shortcutKeys: Readonly<Record<string, string>> = {
  '/messages': 'screen.messages',
  '/appointments': 'screen.appointments',
  '/projects/new': 'screen.new-project',
}

/** Writes the manifest of the installed app (public/manifest.json) in every other language, as `manifest.de.json`. */
export function translateManifest(): Plugin {
  return {
    name: 'translate-manifest',
    apply: 'build',
    generateBundle() {
      const manifest = readJson('public/manifest.json') as Manifest
      for (const language of availableLanguages.filter((one) => one !== 'en')) {
        const source = JSON.stringify(translate(manifest, language))
        this.emitFile({ type: 'asset', fileName: `manifest.${language}.json`, source })
      }
    },
  }
}

function translate(manifest: Manifest, language: string): Manifest {
  const texts = (catalogue: string) =>
    readJson(`../../packages/i18n/src/${catalogue}/${language}.json`) as Readonly<Record<string, string>>
  const required = (text: string | undefined, name: string): string => {
    if (text === undefined) throw new Error(`the manifest in ${language} has no text for ${name}`)
    return text
  }
  const shell = texts('shell')
  return {
    ...manifest,
    lang: language,
    description: required(texts('common')['tagline'], 'the tagline'),
    shortcuts: manifest.shortcuts.map((shortcut) => ({
      ...shortcut,
      name: required(shell[shortcutKeys[shortcut.url] ?? ''], shortcut.url),
    })),
  }
}

/** Reads a file of ours, whose shape the caller knows. */
function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'))
}
