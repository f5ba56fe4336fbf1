// Cypress reads HTTPS_PROXY itself, also for its browsers. It adds localhost to NO_PROXY, unless that has <-loopback>.
export default {
  e2e: { baseUrl: process.env.SHOP_URL, supportFile: false },
};
