// Word lists for fake names, addresses and texts.

const list = (text: string): readonly string[] => text.trim().split(/\s*,\s*/);

export const FIRST_NAMES = list(
  'Ada, Amir, Bea, Carlos, Chen, Dana, Elif, Emma, Farid, Grace, Hana, Hugo, Ines, Ivan, Jonas, Kemal, Lea, Liam, Lucia, Maya, Mira, Nadia, Noah, Olga, Omar, Paul, Priya, Quinn, Rosa, Sami, Tara, Uma, Viktor, Wei, Yara, Zoe',
);
export const LAST_NAMES = list(
  'Abbott, Aydin, Bauer, Becker, Brown, Castillo, Chen, Costa, Dubois, Eriksen, Fischer, Garcia, Haddad, Ivanova, Jensen, Kim, Kowalski, Lopez, Martin, Meyer, Nakamura, Novak, Okafor, Patel, Quist, Rossi, Sato, Silva, Singh, Smith, Tanaka, Ueda, Vogel, Walker, Yilmaz, Zhang',
);
export const NAME_PREFIXES = list('Mr., Mrs., Ms., Miss, Dr.');
export const NAME_SUFFIXES = list('Jr., Sr., I, II, III, IV, V, MD, DDS, PhD, DVM');
export const JOB_DESCRIPTORS = list(
  'Lead, Senior, Direct, Corporate, Dynamic, Future, Product, National, Regional, District, Central, Global, International, Principal, Chief',
);
export const JOB_AREAS = list(
  'Solutions, Program, Brand, Security, Research, Marketing, Functionality, Response, Mobility, Infrastructure, Accounts, Quality, Integration, Creative, Web',
);
export const JOB_TYPES = list(
  'Supervisor, Associate, Executive, Officer, Manager, Engineer, Specialist, Director, Coordinator, Administrator, Architect, Analyst, Designer, Planner, Technician, Developer, Consultant, Assistant, Agent',
);

export const CITIES = list(
  'Aarhus, Accra, Bogota, Bremen, Cairo, Dakar, Dublin, Graz, Hanoi, Izmir, Jaipur, Kyoto, Lagos, Leeds, Lima, Lyon, Malmo, Natal, Osaka, Porto, Quito, Riga, Split, Tampa, Utrecht, Vilnius, Warsaw, York, Zagreb',
);
export const STREETS = list(
  'Acacia Avenue, Birch Lane, Bridge Street, Castle Road, Church Street, Elm Drive, Garden Road, Harbor View, High Street, Hill Crescent, Lake Road, Main Street, Maple Court, Mill Lane, Oak Street, Orchard Way, Park Avenue, River Road, School Lane, Station Road',
);
/** Countries: code and name. */
export const COUNTRIES = list(
  'AR Argentina, AU Australia, AT Austria, BD Bangladesh, BE Belgium, BR Brazil, CA Canada, CL Chile, CN China, CO Colombia, DK Denmark, EG Egypt, FI Finland, FR France, DE Germany, GH Ghana, GR Greece, IN India, ID Indonesia, IE Ireland, IT Italy, JP Japan, KE Kenya, MX Mexico, NL Netherlands, NO Norway, PK Pakistan, PE Peru, PL Poland, PT Portugal, ES Spain, SE Sweden, CH Switzerland, TR Turkey, UA Ukraine, UY Uruguay, VN Vietnam, ZA South Africa',
).map((each) => [each.slice(0, 2), each.slice(3)] as const);
export const LOCALES = list(
  'ar, bn, cs, da, de, el, en, es, fa, fi, fr, he, hi, hu, id, it, ja, ko, nl, no, pl, pt, ro, ru, sv, sw, ta, th, tr, uk, ur, vi, zh',
);

export const COLORS = list(
  'red, green, blue, yellow, purple, mint green, teal, white, black, orange, pink, grey, maroon, violet, turquoise, tan, sky blue, salmon, plum, orchid, olive, magenta, lime, ivory, indigo, gold, fuchsia, cyan, azure, lavender, silver',
);
export const DEPARTMENTS = list(
  'Books, Movies, Music, Games, Electronics, Computers, Home, Garden, Tools, Grocery, Health, Beauty, Toys, Kids, Baby, Clothing, Shoes, Jewelery, Sports, Outdoors, Automotive, Industrial',
);
export const PRODUCT_ADJECTIVES = list(
  'Small, Ergonomic, Rustic, Intelligent, Gorgeous, Incredible, Fantastic, Practical, Sleek, Awesome, Generic, Handcrafted, Handmade, Licensed, Refined, Unbranded, Tasty',
);
export const MATERIALS = list(
  'Steel, Wooden, Concrete, Plastic, Cotton, Granite, Rubber, Metal, Soft, Fresh, Frozen',
);
export const PRODUCTS = list(
  'Chair, Car, Computer, Keyboard, Mouse, Bike, Ball, Gloves, Pants, Shirt, Table, Shoes, Hat, Towels, Soap, Tuna, Chicken, Fish, Cheese, Bacon, Pizza, Salad, Sausages, Chips',
);
export const COMPANY_SUFFIXES = list('Inc, and Sons, LLC, Group');
export const CATCH_ADJECTIVES = list(
  'Adaptive, Advanced, Automated, Balanced, Centralized, Configurable, Customizable, Digitized, Distributed, Enhanced, Expanded, Extended, Focused, Innovative, Integrated, Open-source, Optional, Persistent, Reactive, Robust, Seamless, Secured, Versatile, Virtual',
);
export const CATCH_DESCRIPTORS = list(
  '24/7, actuating, analyzing, asynchronous, bandwidth-monitored, client-server, cohesive, composite, content-based, contextual, dynamic, eco-centric, even-keeled, executive, explicit, fault-tolerant, global, heuristic, holistic, hybrid, intangible, logistical, modular, multi-tasking, neutral, real-time, reciprocal, scalable, stable, systematic, tangible, tertiary, zero-tolerance',
);
export const CATCH_NOUNS = list(
  'ability, access, adapter, algorithm, alliance, analyzer, application, approach, architecture, archive, array, benchmark, budgetary management, capability, circuit, collaboration, complexity, concept, core, database, encryption, forecast, framework, function, groupware, hub, implementation, infrastructure, interface, matrix, middleware, model, monitoring, moratorium, pricing structure, product, project, protocol, secured line, software, solution, standardization, strategy, structure, success, support, synergy, system engine, task-force, throughput, toolset, utilisation, workforce',
);
export const BS_VERBS = list(
  'implement, utilize, integrate, streamline, optimize, evolve, transform, embrace, enable, orchestrate, leverage, reinvent, aggregate, architect, enhance, incentivize, morph, empower, monetize, harness, facilitate, seize, synergize, strategize, deploy, brand, grow, target, syndicate, synthesize, deliver, mesh, incubate, engage, maximize, benchmark, expedite, visualize, repurpose, innovate, scale, unleash, drive, extend, engineer, revolutionize, generate, exploit, transition, iterate, cultivate, redefine, recontextualize',
);
export const BS_ADJECTIVES = list(
  'value-added, vertical, proactive, robust, revolutionary, scalable, leading-edge, innovative, intuitive, strategic, mission-critical, one-to-one, cross-platform, end-to-end, open-source, virtual, visionary, customized, ubiquitous, plug-and-play, collaborative, compelling, holistic, rich',
);
export const BS_NOUNS = list(
  'synergies, paradigms, markets, partnerships, infrastructures, platforms, initiatives, channels, eyeballs, communities, ROI, solutions, action-items, portals, niches, technologies, content, supply-chains, convergence, relationships, architectures, interfaces, e-markets, e-commerce, systems, bandwidth, models, mindshare, deliverables, users, schemas, networks, applications, metrics, functionalities, experiences, web services, methodologies',
);

export const DATABASE_COLUMNS = list(
  'id, title, name, email, phone, token, group, category, password, comment, avatar, status, createdAt, updatedAt',
);
export const DATABASE_TYPES = list(
  'int, varchar, text, date, datetime, tinyint, time, timestamp, smallint, serial, mediumint, geometry, point, polygon, blob, binary, boolean, bit, double, enum, float, bigint',
);
export const DATABASE_COLLATIONS = list(
  'utf8_unicode_ci, utf8_general_ci, utf8_bin, ascii_bin, ascii_general_ci, cp1250_bin, cp1250_general_ci',
);
export const DATABASE_ENGINES = list('InnoDB, MyISAM, MEMORY, CSV, BLACKHOLE, ARCHIVE');

export const MONTHS = list(
  'January, February, March, April, May, June, July, August, September, October, November, December',
);
export const WEEKDAYS = list('Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday');

export const ACCOUNT_NAMES = list(
  'Checking, Savings, Money Market, Investment, Home Loan, Credit Card, Auto Loan, Personal Loan',
).map((each) => `${each} Account`);
export const TRANSACTION_TYPES = list('deposit, withdrawal, payment, invoice');
/** Currencies: code, symbol and name. */
export const CURRENCIES = list(
  'AUD $ Australian Dollar, BRL R$ Brazilian Real, CAD $ Canadian Dollar, CHF CHF Swiss Franc, CNY ¥ Yuan Renminbi, CZK Kč Czech Koruna, DKK kr Danish Krone, EUR € Euro, GBP £ Pound Sterling, INR ₹ Indian Rupee, JPY ¥ Yen, KRW ₩ Won, MXN $ Mexican Peso, NOK kr Norwegian Krone, PLN zł Zloty, SEK kr Swedish Krona, TRY ₺ Turkish Lira, UAH ₴ Hryvnia, USD $ US Dollar, ZAR R Rand',
).map((each) => {
  const [code = '', symbol = '', ...name] = each.split(' ');
  return { code, symbol, name: name.join(' ') };
});

export const ABBREVIATIONS = list(
  'TCP, HTTP, SDD, RAM, GB, CSS, SSL, AGP, SQL, FTP, PCI, AI, ADP, RSS, XML, EXE, COM, HDD, THX, SMTP, SMS, USB, PNG, SAS, IB, SCSI, JSON, XSS, JBOD',
);
export const ADJECTIVES = list(
  'auxiliary, primary, back-end, digital, open-source, virtual, cross-platform, redundant, online, haptic, multi-byte, bluetooth, wireless, 1080p, neural, optical, solid state, mobile',
);
export const NOUNS = list(
  'driver, protocol, bandwidth, panel, microchip, program, port, card, array, interface, system, sensor, firewall, hard drive, pixel, alarm, feed, monitor, application, transmitter, bus, circuit, capacitor, matrix',
);
export const VERBS = list(
  'back up, bypass, hack, override, compress, copy, navigate, index, connect, generate, quantify, calculate, synthesize, input, transmit, program, reboot, parse',
);
export const ING_VERBS = list(
  'backing up, bypassing, hacking, overriding, compressing, copying, navigating, indexing, connecting, generating, quantifying, calculating, synthesizing, transmitting, programming, rebooting, parsing',
);

export const LOREM = list(
  'alias, consequatur, aut, perferendis, sit, voluptatem, accusantium, doloremque, aperiam, eaque, ipsa, quae, ab, illo, inventore, veritatis, et, quasi, architecto, beatae, vitae, dicta, sunt, explicabo, aspernatur, odit, fugit, sed, quia, consequuntur, magni, dolores, eos, qui, ratione, sequi, nesciunt, neque, dolorem, ipsum, dolor, amet, consectetur, adipisci, velit, non, numquam, eius, modi, tempora, incidunt, ut, labore, magnam, aliquam, quaerat, enim, ad, minima, veniam, quis, nostrum, exercitationem, ullam, corporis, nemo, suscipit, laboriosam, nisi, commodi, quidem, rem, ea, iure, reprehenderit, in, voluptate, esse, quam, nihil, molestiae, iusto, odio, dignissimos, ducimus, blanditiis, praesentium, laudantium, totam, deleniti, atque, corrupti, quos, quas, molestias, excepturi, sint, occaecati, cupiditate, provident, perspiciatis, unde, omnis, iste, natus, error, similique, culpa, officia, deserunt, mollitia, animi, id, est, laborum, dolorum, fuga, harum, rerum, facilis, expedita, distinctio, nam, libero, tempore, cum, soluta, nobis, eligendi, optio, cumque, impedit, quo, porro, quisquam, minus, quod, maxime, placeat, facere, possimus, assumenda, repellendus, temporibus, autem, vel, a, delectus',
);

export const DOMAIN_SUFFIXES = list('com, biz, info, name, net, org');
export const FREE_MAIL = list('gmail.com, yahoo.com, hotmail.com');
/** File types: extension and media type. */
export const FILES = list(
  'pdf application/pdf, mpeg video/mpeg, mp4 video/mp4, wav audio/wav, mp3 audio/mpeg, png image/png, jpeg image/jpeg, gif image/gif, html text/html, txt text/plain, csv text/csv, json application/json, xml application/xml, zip application/zip, svg image/svg+xml, webp image/webp, woff2 font/woff2, epub application/epub+zip, ics text/calendar, ogg audio/ogg',
).map((each) => {
  const [extension = '', type = ''] = each.split(' ');
  return { extension, type };
});
/** The number of common file types, which come first in `FILES`. */
export const COMMON_FILES = 9;
export const DIRECTORIES = list(
  '/bin, /boot, /dev, /etc, /home/user, /lib, /media, /mnt, /opt, /root, /srv, /tmp, /usr/bin, /usr/share, /var/log, /var/mail',
);
