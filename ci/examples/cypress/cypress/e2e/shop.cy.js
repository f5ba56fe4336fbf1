it('lists the orders', () => {
  cy.visit('/');
  cy.get('#orders').should('have.text', '[{"id":7}]');
});
