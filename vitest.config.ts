import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      'packages/core',
      'packages/i18n',
      'packages/ui',
      'apps/server',
      'apps/server/vitest.fuzz.config.ts',
      'apps/web',
      'tools',
    ],
  },
})
