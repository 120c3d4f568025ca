import common from '@veranda/i18n/common/en.json'
import errors from '@veranda/i18n/errors/en.json'
import { catalogues } from '../i18n/i18n.ts'

// What every page needs is there before the app draws anything, and so before a test does.
catalogues.set('en/common', common)
catalogues.set('en/errors', errors)
