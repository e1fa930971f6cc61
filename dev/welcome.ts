import { DEMO_PASSWORD, demoAccounts, demoApplicants } from '#db/demo/accounts'

/** Prints the addresses and the demo accounts. */
export function printWelcome([home = '', dashboard = '', site = '']: readonly string[], stateDir: string): void {
  console.log(`
  Hessa is running.

  The app            ${home}
  The dashboard      ${dashboard}
  The marketing site ${site}
  API documentation  ${home}/api/v1/docs
  Mail, clock, jobs  ${home}/dev

  Demo accounts, all with the password ${DEMO_PASSWORD}
${[...demoAccounts, ...demoApplicants].map((one) => `    ${one.email.padEnd(22)} ${one.label}`).join('\n')}

  State is kept in ${stateDir}; npm run reset starts over. Stop with Ctrl+C.
`)
}
