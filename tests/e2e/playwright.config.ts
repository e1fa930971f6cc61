import { defineConfig } from '@playwright/test'
import { LAUNCH } from '../browser.ts'

/** A real Chromium on the bundles that would be deployed; each worker has a server and demo data of its own. */
export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results',
  // How busy the machine is proves nothing.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 0,
  // A server that runs already is one world, in which two tests would move each other's clock.
  workers: process.env.HESSA_ORIGIN ? 1 : 2,
  use: {
    // Without a limit of its own, a click on what has gone holds its worker until the test's time is over.
    actionTimeout: 30_000,
    locale: 'ar-EG',
    timezoneId: 'Africa/Cairo',
    // Only tests about it have one: every context would fetch the whole app anew, and requests could not be replaced.
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    // With its screenshots and snapshots of the page the trace took a fifth of the whole run.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: LAUNCH,
  },
})
