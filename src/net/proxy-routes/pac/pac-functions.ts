// The functions that a PAC file may call, as a script that runs before it: those of Netscape's proxy auto-config, with
// Microsoft's additions for IPv6. `$host` provides DNS and this machine's addresses; the PAC file cannot access it.

/**
 * Defines the functions as globals; expects `$host` with `resolve(name)` (addresses), `mine()` and `inNet(ip,
 * prefix)`.
 */
export const PAC_FUNCTIONS = `(function (host) {
  'use strict';
  var DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
  var MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
  var IPV4 = /^(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})$/;

  function list(text) { return text === '' ? [] : text.split(';'); }
  function resolve(name) { return list(host.resolve(String(name))); }
  function isIPv4(text) { return IPV4.test(text); }
  function first(addresses) { var found = addresses.filter(isIPv4); return found.length > 0 ? found[0] : null; }

  function number(address) {
    var match = IPV4.exec(address);
    if (match === null) return null;
    var value = 0;
    for (var i = 1; i <= 4; i += 1) {
      var part = Number(match[i]);
      if (part > 255) return null;
      value = value * 256 + part;
    }
    return value >>> 0;
  }

  function matches(text, pattern) {
    var at = 0, p = 0, star = -1, again = 0;
    while (at < text.length) {
      if (p < pattern.length && pattern[p] === '*') { star = p; p += 1; again = at; }
      else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[at])) { p += 1; at += 1; }
      else if (star >= 0) { p = star + 1; again += 1; at = again; }
      else return false;
    }
    while (pattern[p] === '*') p += 1;
    return p === pattern.length;
  }

  function within(value, from, to) {
    return from <= to ? value >= from && value <= to : value >= from || value <= to;
  }

  function clock(values) {
    var isGmt = values.length > 0 && values[values.length - 1] === 'GMT';
    var now = new Date();
    return {
      values: isGmt ? values.slice(0, -1) : values,
      year: isGmt ? now.getUTCFullYear() : now.getFullYear(),
      month: isGmt ? now.getUTCMonth() : now.getMonth(),
      date: isGmt ? now.getUTCDate() : now.getDate(),
      day: isGmt ? now.getUTCDay() : now.getDay(),
      hour: isGmt ? now.getUTCHours() : now.getHours(),
      minute: isGmt ? now.getUTCMinutes() : now.getMinutes(),
      second: isGmt ? now.getUTCSeconds() : now.getSeconds(),
    };
  }

  function kind(value) {
    if (typeof value === 'string' && MONTHS.indexOf(value.toUpperCase()) >= 0) return 'month';
    return Number(value) > 31 ? 'year' : 'date';
  }

  // Returns year, month and day as one number; a missing part counts as 0.
  function day(parts, value) {
    function of(name, weight) { return parts.indexOf(name) < 0 ? 0 : value(name, parts.indexOf(name)) * weight; }
    return of('year', 10000) + of('month', 100) + of('date', 1);
  }

  function spelled(values) {
    return function (name, index) {
      return name === 'month' ? MONTHS.indexOf(values[index].toUpperCase()) : Number(values[index]);
    };
  }

  var functions = {
    isPlainHostName: function (name) { return String(name).search(/[.:]/) < 0; },
    dnsDomainIs: function (name, domain) { return String(name).toLowerCase().endsWith(String(domain).toLowerCase()); },
    localHostOrDomainIs: function (name, full) {
      name = String(name).toLowerCase(); full = String(full).toLowerCase();
      return name === full || full.startsWith(name + '.');
    },
    isResolvable: function (name) { return first(resolve(name)) !== null; },
    dnsResolve: function (name) { return first(resolve(name)); },
    isInNet: function (name, network, mask) {
      var address = isIPv4(name) ? name : first(resolve(name));
      var bits = number(mask);
      var value = address === null ? null : number(address), base = number(network);
      return value !== null && base !== null && bits !== null && (value & bits) === (base & bits);
    },
    convert_addr: function (address) { var value = number(address); return value === null ? 0 : value | 0; },
    myIpAddress: function () { var own = first(list(host.mine())); return own === null ? '127.0.0.1' : own; },
    dnsDomainLevels: function (name) { return String(name).split('.').length - 1; },
    shExpMatch: function (text, pattern) { return matches(String(text), String(pattern)); },
    weekdayRange: function () {
      var now = clock(Array.from(arguments));
      var from = DAYS.indexOf(String(now.values[0]).toUpperCase());
      var to = now.values.length < 2 ? from : DAYS.indexOf(String(now.values[1]).toUpperCase());
      return from >= 0 && to >= 0 && within(now.day, from, to);
    },
    dateRange: function () {
      var now = clock(Array.from(arguments));
      var kinds = now.values.map(kind);
      if (kinds.length === 0) return false;
      var isSpan = kinds.length % 2 === 0 && kinds.indexOf(kinds[0], 1) === kinds.length / 2;
      var half = isSpan ? kinds.length / 2 : kinds.length;
      var parts = kinds.slice(0, half);
      var today = day(parts, function (name) { return now[name]; });
      var from = day(parts, spelled(now.values));
      return within(today, from, isSpan ? day(parts, spelled(now.values.slice(half))) : from);
    },
    timeRange: function () {
      var now = clock(Array.from(arguments));
      var v = now.values.map(Number);
      var second = now.hour * 3600 + now.minute * 60 + now.second;
      switch (v.length) {
        case 1: return now.hour === v[0];
        case 2: return within(now.hour, v[0], v[1]);
        case 4: return within(second, v[0] * 3600 + v[1] * 60, v[2] * 3600 + v[3] * 60 + 59);
        case 6: return within(second, v[0] * 3600 + v[1] * 60 + v[2], v[3] * 3600 + v[4] * 60 + v[5]);
        default: return false;
      }
    },
    alert: function () {},
    isResolvableEx: function (name) { return resolve(name).length > 0; },
    dnsResolveEx: function (name) { return resolve(name).join(';'); },
    isInNetEx: function (name, prefix) {
      var addresses = resolve(name);
      return addresses.some(function (address) { return host.inNet(address, String(prefix)); });
    },
    myIpAddressEx: function () { return host.mine(); },
    sortIpAddressList: function (addresses) {
      var all = list(String(addresses).replace(/\\s/g, ''));
      var six = all.filter(function (address) { return address.indexOf(':') >= 0; });
      var four = all.filter(function (address) { return address.indexOf(':') < 0; });
      return six.sort().concat(four.sort()).join(';');
    },
    getClientVersion: function () { return '1.0'; },
  };
  Object.keys(functions).forEach(function (name) {
    Object.defineProperty(globalThis, name, { value: functions[name], writable: true, configurable: true });
  });
})($host); delete globalThis.$host; '';`;
