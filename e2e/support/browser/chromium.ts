/**
 * Browser features that no journey uses. Chromium takes only the last list on its command line, so this one begins with
 * the entries of Playwright's list that leave pages unchanged and keep the browser off the network.
 */
const disabledFeatures = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AimEnabled',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  // Every page would start the process of a next one.
  'SpareRendererForSitePerProcess',
  // The suggestions below the address bar are pages of their own, and cost more than starting the browser.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Launch options of the browser for journeys: the headless shell, where it is installed. */
export const chromiumLaunchOptions = {
  executablePath: process.env['HEADLESS_SHELL_PATH'] ?? chromiumPath,
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    '--disable-sync',
    // Without a graphics card the processor draws the page, and that costs less without the detour through OpenGL.
    '--disable-gpu-compositing',
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
}

/** Launch options for journeys that need a microphone, which the headless shell does not have. */
export const microphoneLaunchOptions = {
  ...chromiumLaunchOptions,
  executablePath: chromiumPath,
  args: [...chromiumLaunchOptions.args, '--use-fake-device-for-media-stream'],
}
